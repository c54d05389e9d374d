"""What is told to who looks after the system: figures for Prometheus, and a log of one JSON line for each POST.

Each worker has its own figures, at `/metrics` on its own port, and Prometheus adds them up: workers share no files, run
on several machines, and one that is killed leaves nothing behind that somebody must clear. That is why the
multi-process mode of the client library is not used.
"""
