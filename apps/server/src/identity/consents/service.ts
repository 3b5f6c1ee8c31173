/** The log of what users agreed to: who, which version, which text, when, from where. Lines are only added. */
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

/** Where in the product somebody agreed. */
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
  /** Adds a line for each document, in the version that holds now. */
  accept(userId: string, documents: readonly AskedDocument[], circumstances: Circumstances): Promise<Shown>;
  /** The same in the caller's transaction, from what a form sent. Gives the documents of ours among it; others are left out. */
  acceptNamed(
    tx: Orm,
    userId: string,
    names: readonly string[],
    circumstances: Circumstances,
  ): Promise<readonly AskedDocument[]>;
  /** @throws {Problem} consents_needed, naming the documents, unless all were agreed to as they stand now. */
  require(userId: string): Promise<void>;
}

export interface ConsentsParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs">;
  /** The version of each document that holds now. */
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

/** What the log keeps of a request. */
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

/** What a user agreed to, the oldest first: not what was agreed to by who used their address before them. */
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

/** SHA-256 of a document's text as it is shown in a language: of its namespace of the locales, as compact JSON. */
function textHashOf(id: DocumentId, language: Language): Buffer {
  const found = hashes.get(`${language} ${id}`);
  if (!found) throw new RangeError(`no document ${id} in ${language}`);
  return found;
}
