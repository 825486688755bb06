"""Ctrl-C while the computer thinks."""

import signal

import pytest

from noughts.terminal.support.streams import first_interrupt


def press():
    signal.raise_signal(signal.SIGINT)


def test_the_first_interrupt_acts_and_the_second_one_interrupts():
    pressed = []
    with first_interrupt(lambda: pressed.append(1)):
        press()
        assert pressed == [1]
        with pytest.raises(KeyboardInterrupt):
            press()
    assert pressed == [1]


def test_outside_it_interrupts_as_ever():
    with first_interrupt(lambda: None):
        pass
    with pytest.raises(KeyboardInterrupt):
        press()
