# request.py PORT REQUEST... - a client: sends each request, in which | ends a line, and waits for a line.
import socket
import sys

with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as connection, connection.makefile("rb") as answers:
    for request in sys.argv[2:]:
        connection.sendall(request.replace("|", "\r\n").encode() + b"\r\n")
        answers.readline()
