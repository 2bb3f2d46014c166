"""monitor.py READERS WRITERS SECOND_WRITERS ROUNDS PREFERRED - how many orders of the sections of its mutex
benchmarks/paper/rw_cond.c has. Knows who may enter, and nothing of searches: a thread's next section may come
whenever it is not asleep; one that may not enter sleeps until another has left."""
import functools
import sys

readers, writers, second_writers, rounds, preferred = map(int, sys.argv[1:])
group_of = [0] * readers + [1] * writers + [2] * second_writers
# A thread: rounds to go, and where it is. COME: before its first section. ASLEEP; AWAKE: has been woken.
COME, ASLEEP, AWAKE, IN = range(4)


def may_enter(threads, entering):
    """Of the thread that has just counted itself in."""
    asked = [0] * 3  # for the lock, waiting ones included
    active = [0] * 3
    for number, (_, place) in enumerate(threads):
        asked[group_of[number]] += place != COME or number == entering
        active[group_of[number]] += place == IN or number == entering
    own = group_of[entering]
    if any(active[other] for other in range(3) if other != own):
        return False
    if own != 0 and preferred == 1 and asked[0] or own == 0 and preferred == 2 and asked[1]:
        return False
    return own == 0 or active[own] == 1


def after(threads, number):
    """The state after the thread's next section."""
    left, place = threads[number]
    next = list(threads)
    if place == IN:
        next[number] = (left - 1, COME)
        return tuple((l, AWAKE if p == ASLEEP else p) for l, p in next)
    next[number] = (left, IN if may_enter(threads, number) else ASLEEP)
    return tuple(next)


@functools.cache
def orders(threads):
    going = [n for n, (left, place) in enumerate(threads) if left and place != ASLEEP]
    return sum(orders(after(threads, number)) for number in going) if going else 1


print(orders(tuple((rounds, COME) for _ in group_of)))
