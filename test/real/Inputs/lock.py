import sys
import threading
import time

lock, count = threading.Lock(), 0


def add():
    global count
    if sys.argv[1] == "right":
        lock.acquire()
    seen = count
    time.sleep(0)
    count = seen + 1
    if sys.argv[1] == "right":
        lock.release()


t = threading.Thread(target=add)
t.start()
add()
t.join()
assert count == 2
