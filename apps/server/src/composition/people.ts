/** Who uses the product: registration, sign-in with its guards, sessions, consents, and going for good. */
import {
  createAuth,
  createBehindAnswers,
  createLoginThrottle,
  createPasswordReset,
  createSessions,
  type Auth,
  type BehindAnswers,
  type PasswordReset,
  type Sessions,
} from "../features/auth/index.ts";
import { createConsents, type Consents } from "../features/consents/index.ts";
import type { Outbox } from "../features/notify/index.ts";
import { Erasure } from "../features/personal-data/index.ts";
import { createTwoFactor, type TwoFactor } from "../features/two-factor/index.ts";
import { createUsers, type Users } from "../features/users/index.ts";
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
  readonly sessions: Sessions;
  readonly twoFactor: TwoFactor;
  readonly users: Users;
  readonly consents: Consents;
  readonly erasure: Erasure;
}

export async function composePeople(options: PeopleOptions): Promise<People> {
  const { config, database, clock, secretBox, events, outbox, onTrouble } = options;
  const { brand } = config.site;
  const onSessionsEnded = (userId: string) => events.sessionsEnded(userId);
  const passwords = await createPasswords(options.passwordCost);
  const throttle = createThrottle(database, clock);
  const common = { database, clock, passwords, throttle, outbox, onSessionsEnded };
  const loginThrottle = createLoginThrottle({ database, clock, throttle });
  const twoFactor = createTwoFactor({ ...common, secretBox, brand });
  const consents = createConsents({ database, clock });
  const behindAnswers = createBehindAnswers({ clock, onTrouble });
  return {
    passwords,
    behindAnswers,
    auth: createAuth({
      ...common,
      loginThrottle,
      behindAnswers,
      secondFactor: twoFactor,
      acceptDocuments: consents.acceptNamed,
    }),
    passwordReset: createPasswordReset({ ...common, secretBox, loginThrottle, behindAnswers }),
    sessions: createSessions(common),
    twoFactor,
    users: createUsers(common),
    consents,
    erasure: new Erasure({ database, clock, onSessionsEnded, onTrouble }),
  };
}
