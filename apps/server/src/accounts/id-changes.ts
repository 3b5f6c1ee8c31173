/** Changes the id by which alerts name an account: the new one works at once, the old one for another day. */
import type { Account } from "@chartrelay/contract";
import type { Clock } from "../platform/clock.ts";
import type { Database, Orm } from "../platform/db/database.ts";
import type { Origin } from "../platform/http/origin.ts";
import { fieldProblem } from "../platform/http/problem.ts";
import type { SecretBox } from "../platform/security/secret-box.ts";
import { recordAudit } from "../identity/audit/index.ts";
import { requireRecentSignIn, type SignedInUser } from "../identity/auth/index.ts";
import { accountsChangedMail } from "../messaging/mail/index.ts";
import { namedAccount, type Outbox } from "../messaging/index.ts";
import { presentAccounts } from "./present.ts";
import type { AccountRow } from "./account-row.ts";
import { findAccount, lockAccountsOf, notifyChanged } from "./store.ts";
import { addWebhookIds, endOldWebhookId, hasOldWebhookId, OVERLAP_MS, retireWebhookId } from "./webhook-ids.ts";
import { USER_ACCOUNTS_CHANGED } from "./store.ts";
import type { Bus } from "../platform/pubsub.ts";

export interface IdChanges {
  /**
   * Gives an account a new id; the current one works for another day. Returns the user's accounts after the change.
   * @throws {Problem} recent_sign_in_required; validation_failed on `id`: `unknown_entry`, or `old_id_works` while an
   * earlier one still works, since alerts may still use it.
   */
  change(user: SignedInUser, id: string, origin: Origin): Promise<Account[]>;
  /**
   * Ends the old id of an account now, if it has one.
   * @throws {Problem} validation_failed on `id`: `unknown_entry`.
   */
  endOld(user: SignedInUser, id: string, origin: Origin): Promise<Account[]>;
}

export interface IdChangesParts {
  readonly database: Pick<Database, "orm" | "query">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly secretBox: Pick<SecretBox, "seal" | "open">;
  /** Names the cell that new ids belong to; empty in the first one. */
  readonly idPrefix: string;
  readonly outbox: Pick<Outbox, "put">;
  readonly bus: Bus;
}

export function createIdChanges(parts: IdChangesParts): IdChanges {
  const { database, clock, outbox, bus } = parts;

  /** Runs `work` on an account with the user's accounts locked, notifies every node, and returns the list. */
  async function changing(
    userId: string,
    id: string,
    work: (tx: Orm, account: AccountRow, now: Date) => Promise<void>,
  ): Promise<Account[]> {
    await database.orm.transaction(async (tx) => {
      await lockAccountsOf(tx, userId);
      const account = await findAccount(tx, userId, id);
      if (!account) throw fieldProblem({ id: "unknown_entry" });
      await work(tx, account, new Date(clock.nowMs()));
      await notifyChanged(tx, [account]);
    });
    bus.publish(USER_ACCOUNTS_CHANGED, userId);
    return await presentAccounts(parts, userId);
  }

  return {
    async change(user, id, origin) {
      requireRecentSignIn(user, clock.nowMs());
      return await changing(user.id, id, async (tx, account, now) => {
        if (await hasOldWebhookId(tx, account.id, now)) throw fieldProblem({ id: "old_id_works" });
        await endOldWebhookId(tx, account.id);
        await retireWebhookId(tx, account.id, new Date(now.getTime() + OVERLAP_MS));
        await addWebhookIds(tx, [account], parts, now);
        await audit(tx, account, "id", now, origin);
        await outbox.put(tx, accountsChangedMail(user, now, [{ ...namedAccount(account), fields: ["id"] }]));
      });
    },

    endOld: (user, id, origin) =>
      changing(user.id, id, async (tx, account, now) => {
        if (!(await hasOldWebhookId(tx, account.id, now))) return;
        await endOldWebhookId(tx, account.id);
        await audit(tx, account, "oldId", now, origin);
      }),
  };
}

async function audit(
  tx: Orm,
  { id: subject, userId, venue: exchange }: AccountRow,
  fields: "id" | "oldId",
  at: Date,
  origin: Origin,
): Promise<void> {
  const details = { exchange, fields };
  await recordAudit(tx, { at, userId, actor: userId, action: "account_changed", subject, details, ...origin });
}
