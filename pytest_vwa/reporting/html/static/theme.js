"use strict";
// Light or dark: as the system has it, until the switch says otherwise; remembered where it can be.
{
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const remembered = () => {
    try {
      return localStorage.getItem("vwa-theme");
    } catch {
      return null; // storage is closed to pages from disk in some browsers
    }
  };
  const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const label = () => {
    const other = isDark() ? "light" : "dark";
    document.getElementById("theme")?.setAttribute("aria-label", `Switch to ${other} colours`);
  };

  const chosen = remembered();
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
  dark.addEventListener("change", label);
  document.addEventListener("DOMContentLoaded", () => {
    label();
    document.getElementById("theme").addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("vwa-theme", root.dataset.theme);
      } catch {
        // it holds until the page is closed
      }
      label();
    });
  });
}
