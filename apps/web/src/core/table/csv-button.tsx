import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Query } from "../../lib/client.ts";
import { log } from "../../lib/log.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { useTroubleToast } from "../trouble-toast.ts";
import { useAppDispatch, type Thunk } from "../thunk.ts";

interface CsvButtonProps {
  /** The API path of the list as CSV. */
  readonly path: string;
  /** The current filter. */
  readonly query: Query;
  readonly fileName: string;
  /** What it downloads, if that isn't the list beside it. */
  readonly label?: string;
}

const download =
  ({ path, query, fileName }: Omit<CsvButtonProps, "label">): Thunk =>
  async (_, __, { client }) =>
    saveFile(await client.open(path, query), fileName);

/** Downloads all rows of the current filter. */
export function CsvButton({ label, ...file }: CsvButtonProps) {
  const { t } = useTranslation("trading");
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const [isBusy, setIsBusy] = useState(false);

  async function save() {
    setIsBusy(true);
    try {
      await dispatch(download(file));
    } catch (error) {
      log.error("a download failed", error);
      complain(t("csv_failed"), error);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Button look="secondary" isBusy={isBusy} onClick={() => void save()} className="px-4 text-14">
      {!isBusy && <Download aria-hidden className="size-4" />}
      {label ?? t("csv")}
    </Button>
  );
}
