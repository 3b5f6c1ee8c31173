/** A parsed OpenAPI document, or any part of it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a document of any shape
export type Json = any;

/** A deliberate departure of the simulators and the adapters from a description, and its source. */
export interface Deviation {
  readonly name: string;
  readonly source: string;
  readonly amend: (document: Json) => void;
}
