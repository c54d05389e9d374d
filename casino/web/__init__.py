"""The edge of the house to the browser: requests checked, faults answered, sockets and pushes kept alive."""
