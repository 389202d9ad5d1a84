"""How sites are logged in to: what is looked up on their forms, and the sign of success."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Way = Literal["label", "placeholder", "selector", "testid", "button"]


@dataclass(frozen=True)
class Field:
    """One element of a form, by one way of finding it: ``button`` is the name of a button."""

    way: Way
    name: str


@dataclass(frozen=True)
class Proof:
    """The page ``path`` shows the text ``sign`` only to those logged in; an empty one means that
    the page does not redirect. ``{user}`` stands for the user's name."""

    path: str
    sign: str = ""


@dataclass(frozen=True)
class Recipe:
    """Paths follow the site's address. ``proof`` and ``sign`` are those of a ``Proof``. To open a
    path of ``leaving`` is to log out.
    """

    path: str
    username: Field
    password: Field
    button: Field
    proof: str
    sign: str = ""
    leaving: tuple[str, ...] = ()

    @property
    def proven(self) -> Proof:
        return Proof(self.proof, self.sign)


def _by(way: Way, username: str, password: str) -> tuple[Field, Field]:
    return Field(way, username), Field(way, password)


RECIPES: Mapping[str, Recipe] = {
    "shopping": Recipe(
        "/customer/account/login/",
        *_by("label", "Email", "Password"),
        Field("button", "Sign In"),
        "/wishlist/",
        leaving=("/customer/account/logout",),
    ),
    "shopping_admin": Recipe(
        "",
        *_by("placeholder", "user name", "password"),
        Field("button", "Sign in"),
        "/dashboard",
        "Dashboard",
        leaving=("/auth/logout", "/admin/auth/logout"),
    ),
    "reddit": Recipe(
        "/login",
        *_by("label", "Username", "Password"),
        Field("button", "Log in"),
        "/user/{user}/account",
        "Delete",
        leaving=("/logout",),
    ),
    "classifieds": Recipe(
        "/index.php?page=login",
        *_by("selector", "#email", "#password"),
        Field("button", "Log in"),
        "/index.php?page=user&action=items",
        "My listings",
        leaving=("/index.php?page=main&action=logout",),
    ),
    "gitlab": Recipe(
        "/users/sign_in",
        *_by("testid", "username-field", "password-field"),
        Field("testid", "sign-in-button"),
        "/-/profile",
        leaving=("/users/sign_out",),
    ),
}
"""Of the published applications."""
