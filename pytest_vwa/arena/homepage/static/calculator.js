"use strict";

// sum = product {("+" | "-") product}; product = power {("*" | "/") power};
// power = ["-"] atom ["^" power]; atom = number | "(" sum ")" | "sqrt(" sum ")"
function calculate(text) {
  const tokens = text.replaceAll(",", "").match(/sqrt|\d+\.?\d*|\.\d+|\S/g) ?? [];
  const wrong = token => new Error(token ? `"${token}" is not expected there` : "something is missing");
  const expect = wanted => { if (tokens.shift() !== wanted) throw new Error(`"${wanted}" is missing`); };

  function sum() {
    let value = product();
    while (tokens[0] === "+" || tokens[0] === "-") value += tokens.shift() === "+" ? product() : -product();
    return value;
  }
  function product() {
    let value = power();
    while (tokens[0] === "*" || tokens[0] === "/") value = tokens.shift() === "*" ? value * power() : value / power();
    return value;
  }
  function power() {
    if (tokens[0] === "-") return tokens.shift() && -power();
    const base = atom();
    return tokens[0] === "^" ? tokens.shift() && base ** power() : base;
  }
  function atom() {
    const token = tokens.shift();
    if (/^[\d.]+$/.test(token ?? "") && token !== ".") return Number(token);
    if (token === "sqrt") expect("(");
    else if (token !== "(") throw wrong(token);
    const value = sum();
    expect(")");
    return token === "sqrt" ? Math.sqrt(value) : value;
  }

  const value = sum();
  if (tokens.length) throw wrong(tokens[0]);
  if (!Number.isFinite(value)) throw new Error("there is no such number");
  return Number(value.toPrecision(12));
}

document.getElementById("calculator").addEventListener("submit", event => {
  event.preventDefault();
  const result = document.getElementById("result");
  try {
    result.value = String(calculate(document.getElementById("expression").value));
  } catch (error) {
    result.value = `Error: ${error.message}.`;
  }
});
