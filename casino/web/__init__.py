"""The edge between the house and browsers: requests are checked, faults answered, sockets and pushes kept alive."""
