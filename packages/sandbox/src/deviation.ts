/** A parsed OpenAPI document, or any part of it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a document of any shape
export type Json = any;

/** Where the simulators and the adapters knowingly depart from a description, and on whose word. */
export interface Deviation {
  readonly name: string;
  readonly source: string;
  readonly amend: (document: Json) => void;
}
