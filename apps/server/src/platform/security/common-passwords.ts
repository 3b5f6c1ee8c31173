/** Passwords that an attacker tries first: OWASP ASVS 5.0, 6.2.4, requires refusing the 3,000 most common ones. */
import { dictionary } from "@zxcvbn-ts/language-common";
import { fieldProblem } from "../http/problem.ts";

const MOST_COMMON = 3_000;
/** The package orders them by how often they were found in leaks. */
const COMMON: ReadonlySet<string> = new Set(dictionary["passwords-common"].slice(0, MOST_COMMON));

/** Refuses a common password. @throws {Problem} validation_failed on `field`. */
export function refuseCommonPassword(password: string, field: string): void {
  if (COMMON.has(password)) throw fieldProblem({ [field]: "common_password" });
}
