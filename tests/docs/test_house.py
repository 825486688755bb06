"""One name is one thing, and modules do not import each other in circles."""

from tools.house import circles, names_defined_twice


def test_a_class_or_function_has_a_name_of_its_own():
    assert names_defined_twice() == {}


def test_no_module_imports_one_that_imports_it():
    assert circles() == []
