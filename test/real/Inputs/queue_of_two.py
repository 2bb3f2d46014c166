import queue
import sys
import threading

q = queue.Queue()


def put():
    if sys.argv[1] == "right":
        q.put(1)
    else:
        q.queue.append(1)


t = threading.Thread(target=put)
t.start()
assert q.get() == 1
t.join()
