/** The API's answer to a form that it didn't take. */
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";

/** Of an error that the client threw: its stable code, where the API gave one. */
export function codeOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Of an error that the client threw: its map of field to message, empty when it has none. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  const errors = typeof error === "object" && error !== null && "errors" in error ? error.errors : undefined;
  if (typeof errors !== "object" || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/**
 * Puts each message of the API on its field, and the focus on the first of them. Says whether every message found its
 * place, so that the form can say the rest elsewhere.
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

/** Puts what the API answered on the form: each message on its field, and above the button what has none, or `failed`. */
export function placeErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
  failed: string,
): void {
  if (placeFieldErrors(error, fields, setError)) return;
  setError("root", { type: codeOf(error) ?? "failed", message: detailOf(error) ?? failed });
}

/** Of an error that the client threw: what the API says of it in the reader's language, where it says anything. */
export function detailOf(error: unknown): string | undefined {
  const detail = typeof error === "object" && error !== null && "detail" in error ? error.detail : undefined;
  return typeof detail === "string" && detail !== "" ? detail : undefined;
}
