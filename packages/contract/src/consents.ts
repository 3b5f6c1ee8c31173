/** What a user agreed to, and what they are still asked for. */
import * as z from "zod/mini";
import { DOCUMENT_IDS, type DocumentId } from "./documents.ts";

/** What has to be agreed to before one buys; the privacy policy is only told of. */
export const ASKED_DOCUMENTS = ["offer", "personal-data"] as const satisfies readonly DocumentId[];
export type AskedDocument = (typeof ASKED_DOCUMENTS)[number];

export const consents = z.object({
  /** Not agreed to yet, or not in the version that holds now. */
  missing: z.array(z.enum(ASKED_DOCUMENTS)),
  /** The newest of each document. */
  accepted: z.array(
    z.object({ document: z.enum(DOCUMENT_IDS), version: z.string(), language: z.string(), acceptedAt: z.string() }),
  ),
});
export type Consents = z.infer<typeof consents>;

export const consentsPayload = z.object({
  documents: z.array(z.enum(ASKED_DOCUMENTS, "invalid")).check(z.minLength(1, "required"), z.maxLength(10, "too_long")),
  /** Where in the product they were agreed to. */
  place: z._default(z.enum(["checkout", "profile"], "invalid"), "checkout"),
});
export type ConsentsPayload = z.infer<typeof consentsPayload>;
