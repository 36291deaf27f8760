"""Serving the pages: the server with its processes, threads and connections, https, and the machine's addresses."""
