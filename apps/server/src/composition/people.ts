/** Who uses the product: registration, sign-in with its guards, sessions, consents, and going for good. */
import {
  createAuth,
  createBehindAnswers,
  createEmailConfirmation,
  createLoginThrottle,
  createPasswordReset,
  createSessions,
  createSignupLimits,
  type Auth,
  type BehindAnswers,
  type EmailConfirmation,
  type PasswordReset,
  type Sessions,
} from "../identity/auth/index.ts";
import { createConsents, type Consents } from "../identity/consents/index.ts";
import type { Outbox } from "../messaging/index.ts";
import { Erasure, forgetHolder } from "../identity/personal-data/index.ts";
import { createTwoFactor, type TwoFactor } from "../identity/two-factor/index.ts";
import { createUsers, type Users } from "../identity/users/index.ts";
import { createPasswords, type Passwords } from "../platform/security/passwords.ts";
import { createThrottle } from "../platform/security/throttle.ts";
import type { Common } from "./parts.ts";

export interface PeopleOptions extends Common {
  readonly outbox: Outbox;
}

export interface People {
  readonly passwords: Passwords;
  readonly auth: Auth;
  readonly behindAnswers: BehindAnswers;
  readonly passwordReset: PasswordReset;
  readonly emailConfirmation: EmailConfirmation;
  readonly sessions: Sessions;
  readonly twoFactor: TwoFactor;
  readonly users: Users;
  readonly consents: Consents;
  readonly erasure: Erasure;
}

export async function composePeople(options: PeopleOptions): Promise<People> {
  const { config, database, clock, secretBox, bus, outbox, log } = options;
  const { brand } = config.site;
  const passwords = await createPasswords(options.passwordCost);
  const throttle = createThrottle(database, clock);
  const common = { database, clock, passwords, throttle, outbox, bus };
  const loginThrottle = createLoginThrottle({ database, clock, throttle });
  const twoFactor = createTwoFactor({ ...common, secretBox, brand });
  const consents = createConsents({ database, clock });
  const behindAnswers = createBehindAnswers({ clock, log });
  const passwordReset = createPasswordReset({ ...common, secretBox, loginThrottle, behindAnswers, forgetHolder });
  const emailConfirmation = createEmailConfirmation({ ...common, secretBox });
  return {
    passwords,
    behindAnswers,
    passwordReset,
    emailConfirmation,
    auth: createAuth({
      ...common,
      signupLimits: createSignupLimits({ throttle }),
      loginThrottle,
      behindAnswers,
      passwordReset,
      emailConfirmation,
      secondFactor: twoFactor,
      acceptDocuments: consents.acceptNamed,
    }),
    sessions: createSessions({ ...common, secondFactor: twoFactor }),
    twoFactor,
    users: createUsers(common),
    consents,
    erasure: new Erasure({ database, clock, bus, log }),
  };
}
