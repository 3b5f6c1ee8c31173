/** The named filters that the API stores. @throws what the API answered, when it refuses. */
import type { SavedFilter, SavedFilterPayload } from "@chartrelay/contract";
import type { Thunk } from "../thunk.ts";

/** Loads the user's named filters of all lists. */
export const loadSaved =
  (): Thunk<SavedFilter[]> =>
  (_, __, { client }) =>
    client.get("/saved-filters/me");

/** Saves filters under a name, or renames those with the id. Returns all. */
export const save =
  (
    payload: Pick<SavedFilterPayload, "list" | "name"> & { readonly id?: string; readonly filters: object },
  ): Thunk<SavedFilter[]> =>
  (_, __, { client }) =>
    client.post("/saved-filters/me", payload);

/** Deletes a named filter. Returns the others. */
export const remove =
  (id: string): Thunk<SavedFilter[]> =>
  (_, __, { client }) =>
    client.delete(`/saved-filters/me/${id}`);

/** Returns whether two sets of filters are the same. */
export function isSame(one: Readonly<Record<string, string | undefined>>, other: typeof one): boolean {
  const written = (filters: typeof one) =>
    JSON.stringify(
      Object.entries(filters)
        .filter(([, value]) => value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  return written(one) === written(other);
}
