import { useTrouble } from "../../ui/trouble.ts";
import { useAppDispatch } from "../thunk.ts";
import { upsertToast } from "../notifications/slice.ts";

/** Raises a toast that says what failed, why, and by which code. One with an `id` takes the place of the last. */
export function useTroubleToast(): (title: string, error: unknown, id?: string) => void {
  const dispatch = useAppDispatch();
  const troubleOf = useTrouble();
  return (title, error, id) =>
    void dispatch(upsertToast({ status: "error", title, ...troubleOf(error), ...(id !== undefined && { id }) }));
}
