"""The names that functions load, found from their code."""

import dis
from types import FunctionType

from noughts import native, source
from noughts.search import memory, packed, proof, retrograde, solver, table


def test_what_noughts_own_functions_name_is_among_what_they_perhaps_name():
    """The quick way to read noughts' own code leaves nothing out."""
    modules = source, native, packed, proof, retrograde, solver, table, memory
    for module in modules:
        for function in filter(lambda each: isinstance(each, FunctionType), vars(module).values()):
            named, perhaps = source.things_named(function), source.perhaps_named(function)
            assert {**perhaps, **named} == perhaps, function
            for code in source.codes_in(function.__code__):
                told = [
                    step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"
                ]
                argued = {*source.NAMES_AT, "LOAD_CONST"}
                steps = [(each.opname, each.argval) for each in told if each.opname in argued]
                assert [step for step in source.steps_of(code) if step[0] in argued] == steps
                assert len(source.steps_of(code)) == len(told)
