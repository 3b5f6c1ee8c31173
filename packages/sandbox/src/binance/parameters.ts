/**
 * A request's parameters, parsed as strictly as Binance parses them: docs/venues/binance.md, Orders, and errors.md,
 * 11xx.
 */
import type { Answer } from "../fault-delivery.ts";
import { invalid, missing, refused } from "./refusals.ts";

/** A request's parameters, decoded, by name, including empty ones. */
export type Parameters = ReadonlyMap<string, string>;

export interface ParameterRule {
  readonly required?: boolean;
  /** Returns the refusal of a value that isn't empty; undefined if it is fine. */
  readonly refuse: (value: string, name: string) => Answer | undefined;
}
export type ParameterRules = Readonly<Record<string, ParameterRule>>;

/** Allows only characters of `pattern`; `range` is the pattern in Binance's words. */
export function legal(pattern: RegExp, range: string): ParameterRule {
  return {
    refuse: (value, name) =>
      pattern.test(value)
        ? undefined
        : refused(-1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`),
  };
}

/** Allows only `values`; any other gets `answer`, or is called invalid data. */
export function oneOf(values: readonly string[], answer?: Answer): ParameterRule {
  return { refuse: (value, name) => (values.includes(value) ? undefined : (answer ?? invalid(name))) };
}

export function required(rule: ParameterRule): ParameterRule {
  return { ...rule, required: true };
}

export const TEXT: ParameterRule = { refuse: () => undefined };
/** Plain decimals: a sign or an exponent is illegal. */
export const DECIMAL = legal(/^\d{1,20}(\.\d{1,20})?$/, "^([0-9]{1,20})(\\.[0-9]{1,20})?$");
export const LONG = legal(/^\d{1,20}$/, "^[0-9]{1,20}$");
export const BOOLEAN = oneOf(["true", "false"]);
/** Letters of any alphabet, but Latin ones must be capitals. */
export const SYMBOL = legal(/^(?!.*[a-z])[\p{L}\p{N}_.-]{1,50}$/u, "^[\\w\\-._&&[^a-z]]{1,50}$");
/** docs/venues/binance.md, Client id. */
export const CLIENT_ORDER_ID = legal(/^[.A-Z:/a-z0-9_-]{1,36}$/, "^[\\.A-Z\\:/a-z0-9_-]{1,36}$");

/** The parameters of every signed request. */
export const SIGNED: ParameterRules = {
  timestamp: required(LONG),
  recvWindow: DECIMAL,
  signature: required(TEXT),
};

/** Returns why `sent` is refused under `rules`; undefined if it isn't. */
export function refuseParameters(sent: Parameters, rules: ParameterRules): Answer | undefined {
  for (const [name, value] of sent) {
    if (value === "" && rules[name]) return refused(-1105, `Parameter '${name}' was empty.`);
  }
  for (const [name, rule] of Object.entries(rules)) {
    const value = sent.get(name);
    if (value === undefined && rule.required) return missing(name);
    const refusal = value === undefined ? undefined : rule.refuse(value, name);
    if (refusal) return refusal;
  }
  const read = [...sent.keys()].filter((name) => rules[name]).length;
  if (read === sent.size) return undefined;
  return refused(-1104, `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent.size}'.`);
}
