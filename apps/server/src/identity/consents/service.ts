/** The log of what users agreed to: who, which version, which text, when, from where. Lines are only added. */
import {
  ASKED_DOCUMENTS,
  DOCUMENTS,
  type AskedDocument,
  type Consents as Shown,
  type DocumentId,
  type Language,
} from "@chartrelay/contract";
import type { FastifyRequest } from "fastify";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { languageOf } from "../../platform/http/language.ts";
import { Problem } from "../../platform/http/problem.ts";
import { textHashOf } from "./documents.ts";
import { insertConsents, listConsents, type StoredConsent } from "./store.ts";

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
