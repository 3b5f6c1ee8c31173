/** Passwords that a guesser tries first: OWASP ASVS 5.0, 6.2.4, asks that the 3,000 most common ones are refused. */
import { dictionary } from "@zxcvbn-ts/language-common";
import { fieldProblem } from "../http/problem.ts";

const MOST_COMMON = 3_000;
/** The package has them in the order of how often they were found in leaks. */
const COMMON: ReadonlySet<string> = new Set(dictionary["passwords-common"].slice(0, MOST_COMMON));

/** Refuses a new password that is one of them. @throws {Problem} validation_failed on `field`. */
export function refuseCommonPassword(password: string, field: string): void {
  if (COMMON.has(password)) throw fieldProblem({ [field]: "common_password" });
}
