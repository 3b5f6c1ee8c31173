import { useTranslation } from "react-i18next";
import StopDialog from "./stop-dialog.tsx";
import { stopOf } from "./subject.ts";
import { useStops } from "./use-stops.ts";

const EVERYTHING = { scope: "all" } as const;

/** The kill switch for everything: what the shell opens. */
export function StopEverything({ onClose }: { readonly onClose: () => void }) {
  // Its texts come with it: the shell itself never needs them.
  useTranslation("stops");
  const { value, reload } = useStops();
  return <StopDialog subject={EVERYTHING} stop={stopOf(value, EVERYTHING)} onChange={reload} onClose={onClose} />;
}
