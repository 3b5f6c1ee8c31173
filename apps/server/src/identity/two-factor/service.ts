import type { RecentSignInPayload, RecoveryCodes, TwoFactorSetup, TwoFactorState } from "@chartrelay/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Origin } from "../../platform/http/origin.ts";
import { fieldProblem, Problem, tooManyAttempts } from "../../platform/http/problem.ts";
import type { Passwords } from "../../platform/security/passwords.ts";
import type { SecretBox } from "../../platform/security/secret-box.ts";
import type { Throttle, Throttled } from "../../platform/security/throttle.ts";
import { recordAudit } from "../audit/index.ts";
import {
  deleteOtherSessions,
  findLogin,
  requireConfirmedEmail,
  type SecondFactor,
  type SignedInUser,
} from "../auth/index.ts";
import { twoFactorOffMail } from "../../messaging/mail/index.ts";
import type { Outbox } from "../../messaging/index.ts";
import {
  authenticatorUri,
  hashRecoveryCode,
  newRecoveryCode,
  newSecret,
  readCode,
  RECOVERY_CODES,
  stepOf,
} from "./codes.ts";
import {
  countRecoveryCodes,
  deleteFactor,
  enableFactor,
  findFactor,
  placeOf,
  putPending,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  type StoredFactor,
} from "./store.ts";
import type { Bus } from "../../platform/pubsub.ts";
import { SESSIONS_ENDED } from "../auth/index.ts";

/** Proves who is acting, for actions that a stolen session must not perform. */
export interface Proof {
  readonly password: string;
  readonly code?: string | undefined;
}

export interface TwoFactor extends SecondFactor {
  stateOf(userId: string): Promise<TwoFactorState>;
  /**
   * Creates a secret; no code is required until it is enabled.
   * @throws {Problem} email_unconfirmed; validation_failed on `password`; conflict when one is enabled.
   */
  setUp(user: SignedInUser, password: string): Promise<TwoFactorSetup>;
  /**
   * Enables the second factor, and ends the user's other sessions, which were opened without it.
   * @throws {Problem} email_unconfirmed; validation_failed on `code`; conflict when nothing was set up.
   */
  enable(user: SignedInUser, code: string, origin: Origin): Promise<RecoveryCodes>;
  /** @throws {Problem} validation_failed on `password` or `code`. */
  disable(user: SignedInUser, proof: Proof, origin: Origin): Promise<void>;
  /** @throws {Problem} validation_failed on `password` or `code`; conflict when it isn't enabled. */
  renewRecoveryCodes(user: SignedInUser, proof: Proof, origin: Origin): Promise<RecoveryCodes>;
  /**
   * Checks the password, and a code if the second factor is enabled.
   * @throws {Problem} validation_failed on `password` or `code`; too_many_attempts.
   */
  prove(user: SignedInUser, proof: Proof): Promise<void>;
}

export interface TwoFactorParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly secretBox: Pick<SecretBox, "seal" | "open">;
  readonly throttle: Throttle;
  /** The service's name, shown in the authenticator. */
  readonly brand: string;
  readonly outbox: Pick<Outbox, "put">;
  readonly bus: Bus;
}

/** Keeps a stolen session from guessing the password or a code. */
const PROOFS = { freeTries: 10, firstWaitMs: 30_000, longestWaitMs: 3_600_000, forgetAfterMs: 86_400_000 };

export function createTwoFactor(parts: TwoFactorParts): TwoFactor {
  const { clock, passwords, secretBox, throttle, brand, outbox, bus } = parts;
  const { orm } = parts.database;
  const now = () => new Date(clock.nowMs());

  async function enabledFactor(userId: string): Promise<StoredFactor | undefined> {
    const factor = await findFactor(orm, userId);
    return factor?.enabledAt ? factor : undefined;
  }

  /** Returns whether a code is right and unused, and marks it as used. */
  async function take(factor: StoredFactor, typed: string): Promise<boolean> {
    const { kind, code } = readCode(typed);
    const { userId } = factor;
    if (kind === "recovery") return await takeRecoveryCode(orm, userId, hashRecoveryCode(code));
    const step = stepOf(secretBox.open(factor.secret, placeOf(userId)), code, clock.nowMs());
    return step !== undefined && (await takeStep(orm, userId, step));
  }

  /** Counts an attempt before its outcome is known, and clears the count if it was right. */
  async function counted(userId: string, check: () => Promise<void>): Promise<void> {
    const tries: Throttled = { subject: `proofs of ${userId}`, rule: PROOFS };
    const taken = await throttle.take([tries]);
    if (taken.kind === "held-up") throw tooManyAttempts(taken.waitMs);
    await check();
    await throttle.clear([tries]);
  }

  async function checkPassword({ email }: SignedInUser, password: string): Promise<void> {
    const stored = (await findLogin(orm, email))?.passwordHash;
    if (!(await passwords.verify(stored, password))) throw fieldProblem({ password: "wrong_password" });
  }

  async function prove(user: SignedInUser, { password, code }: Proof): Promise<void> {
    await counted(user.id, async () => {
      await checkPassword(user, password);
      const factor = await enabledFactor(user.id);
      if (!factor) return;
      if (code === undefined) throw fieldProblem({ code: "required" });
      if (!(await take(factor, code))) throw fieldProblem({ code: "wrong_code" });
    });
  }

  async function proveEither(user: SignedInUser, { password, code }: RecentSignInPayload): Promise<void> {
    await counted(user.id, async () => {
      if (password !== undefined) return await checkPassword(user, password);
      const factor = code === undefined ? undefined : await enabledFactor(user.id);
      if (!factor || code === undefined) throw fieldProblem({ password: "required" });
      if (!(await take(factor, code))) throw fieldProblem({ code: "wrong_code" });
    });
  }

  function newCodes() {
    const made = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    return { codes: made.map(({ code }) => code), hashes: made.map(({ codeHash }) => codeHash) };
  }

  return {
    prove,
    proveEither,

    async stateOf(userId) {
      const factor = await enabledFactor(userId);
      return {
        isEnabled: factor !== undefined,
        enabledDate: factor?.enabledAt?.toISOString() ?? null,
        recoveryCodesLeft: factor ? await countRecoveryCodes(orm, userId) : 0,
      };
    },

    async setUp(user, password) {
      requireConfirmedEmail(user);
      await counted(user.id, () => checkPassword(user, password));
      const secret = newSecret();
      if (!(await putPending(orm, user.id, secretBox.seal(secret, placeOf(user.id))))) throw new Problem("conflict");
      return { secret, uri: authenticatorUri(brand, user.email, secret) };
    },

    async enable(user, code, origin) {
      requireConfirmedEmail(user);
      const factor = await findFactor(orm, user.id);
      if (!factor || factor.enabledAt) throw new Problem("conflict");
      await counted(user.id, async () => {
        if (readCode(code).kind === "recovery" || !(await take(factor, code)))
          throw fieldProblem({ code: "wrong_code" });
      });
      const { codes, hashes } = newCodes();
      await orm.transaction(async (tx) => {
        if (!(await enableFactor(tx, factor, now()))) throw new Problem("conflict");
        await replaceRecoveryCodes(tx, user.id, hashes);
        await deleteOtherSessions(tx, user.id, user.sessionHash);
        await recordAudit(tx, {
          at: now(),
          userId: user.id,
          actor: user.id,
          action: "two_factor_enabled",
          ...origin,
        });
      });
      bus.publish(SESSIONS_ENDED, user.id);
      return { codes };
    },

    async disable(user, proof, origin) {
      await prove(user, proof);
      await orm.transaction(async (tx) => {
        await deleteFactor(tx, user.id);
        await recordAudit(tx, {
          at: now(),
          userId: user.id,
          actor: user.id,
          action: "two_factor_disabled",
          ...origin,
        });
        await outbox.put(tx, twoFactorOffMail(user, now()));
      });
    },

    async renewRecoveryCodes(user, proof, origin) {
      if (!(await enabledFactor(user.id))) throw new Problem("conflict");
      await prove(user, proof);
      const { codes, hashes } = newCodes();
      await orm.transaction(async (tx) => {
        await replaceRecoveryCodes(tx, user.id, hashes);
        await recordAudit(tx, {
          at: now(),
          userId: user.id,
          actor: user.id,
          action: "recovery_codes_renewed",
          ...origin,
        });
      });
      return { codes };
    },

    async demand(userId, code) {
      const factor = await enabledFactor(userId);
      if (!factor) return;
      if (!code) throw new Problem("second_factor_needed");
      // The same as for a wrong password, so the response doesn't reveal what was wrong.
      if (!(await take(factor, code))) throw new Problem("invalid_login");
    },
  };
}
