/**
 * Passwords that an attacker tries first: OWASP ASVS 5.0 requires refusing the 3,000 most common ones (6.2.4), and words
 * of the service itself (6.2.11).
 */
import { dictionary } from "@zxcvbn-ts/language-common";
import { fieldProblem } from "../http/problem.ts";

const MOST_COMMON = 3_000;
/** The package orders them by how often they were found in leaks. */
const COMMON: ReadonlySet<string> = new Set(dictionary["passwords-common"].slice(0, MOST_COMMON));

/** The service's own words, alone or followed by digits and punctuation. */
const OWN_WORDS = /^(?:chartrelay|tradingview)[\d\p{P}\p{S}]*$/iu;

/** Refuses a common password. @throws {Problem} validation_failed on `field`. */
export function refuseCommonPassword(password: string, field: string): void {
  if (COMMON.has(password) || OWN_WORDS.test(password)) throw fieldProblem({ [field]: "common_password" });
}
