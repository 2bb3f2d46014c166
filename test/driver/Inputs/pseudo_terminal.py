"""A terminal of a width, and all that comes on it."""
import fcntl
import os
import struct
import termios


def set_width(descriptor, columns):
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))


def read_all(terminal):
    seen = b""
    while True:
        try:
            read = os.read(terminal, 65536)
        except OSError: # its end is closed
            return seen
        if not read:
            return seen
        seen += read
