/** The log of what users agreed to: who, which version, which text, when, from where. Append-only. */
import { hash } from "node:crypto";
import {
  ASKED_DOCUMENTS,
  type AskedDocument,
  type Consents as Shown,
  type DocumentId,
  DOCUMENTS,
  type Language,
  LANGUAGES,
} from "@chartrelay/contract";
import { readNamespace } from "@chartrelay/locales";
import { and, asc, eq, getTableColumns, gte, isNull, or } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { consents, users } from "../../platform/db/schema.ts";
import { languageOf } from "../../platform/http/language.ts";
import { Problem } from "../../platform/http/problem.ts";

/** Where in the product the user agreed. */
export type ConsentPlace = "signup" | "checkout" | "profile";

/** The circumstances that the log keeps. */
export interface Circumstances {
  readonly language: Language;
  readonly address: string;
  readonly userAgent: string;
  readonly place: ConsentPlace;
}

export interface Consents {
  of(userId: string): Promise<Shown>;
  /** Records a consent to the current version of each document. */
  accept(userId: string, documents: readonly AskedDocument[], circumstances: Circumstances): Promise<Shown>;
  /**
   * Does the same in the caller's transaction, for names that a form sent. Ignores unknown ones; returns the documents
   * recorded.
   */
  acceptNamed(
    tx: Orm,
    userId: string,
    names: readonly string[],
    circumstances: Circumstances,
  ): Promise<readonly AskedDocument[]>;
  /** @throws {Problem} consents_needed, naming the documents, unless the user agreed to the current version of all. */
  require(userId: string): Promise<void>;
}

export interface ConsentsParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs">;
  /** Returns the current version of a document. */
  readonly versionOf?: (id: DocumentId) => string;
}

const MAX_AGENT_LENGTH = 255;

export function createConsents({
  database: { orm },
  clock,
  versionOf = (id) => DOCUMENTS[id].version,
}: ConsentsParts): Consents {
  async function add(tx: Orm, userId: string, documents: readonly AskedDocument[], how: Circumstances): Promise<void> {
    const rows = documents.map((document) => ({
      userId,
      document,
      version: versionOf(document),
      textHash: textHashOf(document, how.language),
      language: how.language,
      acceptedAt: new Date(clock.nowMs()),
      address: how.address,
      userAgent: how.userAgent.slice(0, MAX_AGENT_LENGTH),
      place: how.place,
    }));
    await insertConsents(tx, rows);
  }

  async function of(userId: string): Promise<Shown> {
    const newest = new Map((await listConsents(orm, userId)).map((row) => [row.document, row]));
    return {
      missing: ASKED_DOCUMENTS.filter((id) => newest.get(id)?.version !== versionOf(id)),
      accepted: [...newest.values()].map(present),
    };
  }

  return {
    of,
    async accept(userId, documents, circumstances) {
      await add(orm, userId, [...new Set(documents)], circumstances);
      return await of(userId);
    },
    async acceptNamed(tx, userId, names, circumstances) {
      const documents = ASKED_DOCUMENTS.filter((id) => names.includes(id));
      await add(tx, userId, documents, circumstances);
      return documents;
    },
    async require(userId) {
      const { missing } = await of(userId);
      if (missing.length > 0) throw new Problem("consents_needed", { more: () => ({ documents: missing }) });
    },
  };
}

/** Returns what the log records about a request. */
export function circumstancesOf(request: FastifyRequest, place: ConsentPlace): Circumstances {
  const { ip: address, headers } = request;
  return { language: languageOf(request), address, userAgent: headers["user-agent"] ?? "", place };
}

function present({ document, version, language, acceptedAt }: StoredConsent): Shown["accepted"][number] {
  return { document: document as DocumentId, version, language, acceptedAt: acceptedAt.toISOString() };
}

export type NewConsent = typeof consents.$inferInsert;
export type StoredConsent = typeof consents.$inferSelect;

async function insertConsents(orm: Orm, rows: readonly NewConsent[]): Promise<void> {
  if (rows.length > 0) await orm.insert(consents).values([...rows]);
}

/** Returns a user's consents, oldest first, without those of an earlier holder of their address. */
async function listConsents(orm: Orm, userId: string): Promise<StoredConsent[]> {
  return await orm
    .select(getTableColumns(consents))
    .from(consents)
    .innerJoin(users, eq(users.id, consents.userId))
    .where(and(eq(users.id, userId), or(isNull(users.takenOverAt), gte(consents.acceptedAt, users.takenOverAt))))
    .orderBy(asc(consents.seq));
}

/** Texts don't change while the product runs. */
const hashes = new Map<string, Buffer>();
for (const language of LANGUAGES) {
  for (const [id, { texts }] of Object.entries(DOCUMENTS)) {
    hashes.set(`${language} ${id}`, hash("sha256", JSON.stringify(readNamespace(language, texts)), "buffer"));
  }
}

/** Returns the SHA-256 of a document's text in a language: of its locale namespace, as compact JSON. */
function textHashOf(id: DocumentId, language: Language): Buffer {
  const found = hashes.get(`${language} ${id}`);
  if (!found) throw new RangeError(`no document ${id} in ${language}`);
  return found;
}
