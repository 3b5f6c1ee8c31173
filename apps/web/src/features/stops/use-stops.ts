import type { Stop } from "@chartrelay/contract";
import { useLiveReload } from "../../core/live/use-live-reload.ts";
import { useLoaded, type Loaded } from "../../core/use-loaded.ts";
import { fetchStops } from "./api.ts";

const TOPICS: ReadonlySet<string> = new Set(["stop"]);

/** The pulls of the kill switch. They update as it works. `given` is what the page's loader has already loaded. */
export function useStops(given?: Stop[]): Loaded<Stop[]> {
  const loaded = useLoaded(fetchStops, given);
  useLiveReload(TOPICS, loaded.reload);
  return loaded;
}
