# ask.py PORT|PATH WORD... - a client: sends each word, waits for the answer of a line, then closes.
import socket
import sys

where, words = sys.argv[1], sys.argv[2:]
if where.isdigit():
    connection = socket.create_connection(("127.0.0.1", int(where)))
else:
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(where)
with connection, connection.makefile("rw") as stream:
    for word in words:
        stream.write(word + "\n")
        stream.flush()
        stream.readline()
