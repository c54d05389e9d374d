"""For whoever runs the system: figures for Prometheus, and a log with one JSON line for each POST.

Each worker has its own figures, at `/metrics` on its own port, and Prometheus adds them up: workers share no files,
may run on several machines, and leave nothing to clean up when they are killed. That is why the client library's
multi-process mode is not used.
"""
