"""Serving the pages: the server, its threads, connections and processes, https, and the addresses of the machine."""
