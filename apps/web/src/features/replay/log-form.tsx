import { REPLAY_MAX_CHARACTERS } from "@chartrelay/contract";
import { FileUp, Play } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Block } from "../../ui/block.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";

interface LogFormProps {
  readonly isBusy: boolean;
  /** What is wrong with the log. */
  readonly error: string | undefined;
  readonly onRun: (log: string) => void;
}

/** Takes a log as a file or as text. A file is read here and shown, so that it can be looked at and shortened. */
export function LogForm({ isBusy, error, onRun }: LogFormProps) {
  const { t } = useTranslation("replay");
  const [log, setLog] = useState("");
  const [isTooLarge, setIsTooLarge] = useState(false);
  const file = useRef<HTMLInputElement>(null);

  async function read(chosen: File | undefined) {
    if (!chosen) return;
    const isLarge = chosen.size > REPLAY_MAX_CHARACTERS;
    setIsTooLarge(isLarge);
    if (!isLarge) setLog(await chosen.text());
  }

  return (
    <Block title={t("title")} hint={t("hint")}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onRun(log);
        }}
      >
        <Field label={t("log")} hint={t("log_hint")} error={isTooLarge ? t("too_large") : error}>
          {(control) => (
            <textarea
              {...control}
              value={log}
              onChange={({ target }) => setLog(target.value)}
              maxLength={REPLAY_MAX_CHARACTERS}
              rows={8}
              spellCheck={false}
              // The log has the ids by which anyone could send signals: docs/security.md, Sources.
              className="ym-disable-keys control font-mono text-12"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isBusy={isBusy} disabled={log.trim() === ""}>
            <Play aria-hidden className="size-4" />
            {t("run")}
          </Button>
          <Button look="secondary" disabled={isBusy} onClick={() => file.current?.click()}>
            <FileUp aria-hidden className="size-4" />
            {t("choose_file")}
          </Button>
          <input
            ref={file}
            type="file"
            accept=".csv,.txt,.json,text/csv,text/plain,application/json"
            aria-label={t("choose_file")}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              void read(target.files?.[0]);
              // The same file can be chosen again after it was changed.
              target.value = "";
            }}
          />
        </div>
        <p className="text-14 text-muted">{t("limits")}</p>
      </form>
    </Block>
  );
}
