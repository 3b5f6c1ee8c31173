import { useTrouble } from "../ui/trouble.ts";
import { useAppDispatch } from "./thunk.ts";
import { upsertToast } from "./notifications/slice.ts";

/** Returns a function that raises a toast: what failed, why, and the code. One with an `id` replaces the last one. */
export function useTroubleToast(): (title: string, error: unknown, id?: string) => void {
  const dispatch = useAppDispatch();
  const troubleOf = useTrouble();
  return (title, error, id) =>
    void dispatch(upsertToast({ status: "error", title, ...troubleOf(error), ...(id !== undefined && { id }) }));
}
