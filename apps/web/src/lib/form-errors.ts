/** The API's answer to a form that it refused. */
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";

/** Returns the stable code of an error that the client threw, if the API sent one. */
export function codeOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Returns the map of field to message of an error that the client threw; empty if it has none. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  const errors = typeof error === "object" && error !== null && "errors" in error ? error.errors : undefined;
  if (typeof errors !== "object" || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/**
 * Puts each message of the API on its field, and the focus on the first of them. Returns whether every message had a
 * field, so that the form can show the rest elsewhere.
 */
export function placeFieldErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  const messages = Object.entries(fieldErrorsOf(error));
  const placed = fields.flatMap((field) => messages.filter(([name]) => name === field));
  for (const [index, [field, message]] of placed.entries()) {
    setError(field as FieldPath<Values>, { type: "server", message }, { shouldFocus: index === 0 });
  }
  return messages.length > 0 && placed.length === messages.length;
}

/** Shows the API's answer on the form: each message on its field, and the rest, or `failed`, above the button. */
export function placeErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
  failed: string,
): void {
  if (placeFieldErrors(error, fields, setError)) return;
  setError("root", { type: codeOf(error) ?? "failed", message: detailOf(error) ?? failed });
}

/** Returns what the API says about an error that the client threw, in the reader's language, if it says anything. */
export function detailOf(error: unknown): string | undefined {
  const detail = typeof error === "object" && error !== null && "detail" in error ? error.detail : undefined;
  return typeof detail === "string" && detail !== "" ? detail : undefined;
}
