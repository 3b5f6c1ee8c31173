import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FindingList } from "./finding-list.tsx";
import type { Finding } from "./findings.ts";
import { MessageEditor } from "./message-editor.tsx";
import { ReadFields } from "./read-fields.tsx";
import { Step } from "./step.tsx";
import { indexAt } from "./text-place.ts";
import type { Message } from "./use-message.ts";

interface MessageStepProps {
  readonly message: Message;
  readonly findings: readonly Finding[];
  /** The message is on the clipboard. */
  readonly onCopied: () => void;
}

/** The message itself: to read, to copy, to type, or to paste one's own and have it checked. */
export function MessageStep({ message, findings, onCopied }: MessageStepProps) {
  const { t } = useTranslation("builder");
  const { text, parsed, corrected, write } = message;
  const editor = useRef<HTMLTextAreaElement>(null);
  const saidId = useId();
  const isRefused = parsed.problems.length > 0;

  function show({ line, column }: Finding) {
    const start = indexAt(text, { line, column });
    const length = /^(?:"[^"\n]*"?|[^\s,:}\]]+|.)/.exec(text.slice(start))?.[0].length ?? 0;
    editor.current?.focus();
    editor.current?.setSelectionRange(start, start + length);
  }

  function put(written: string) {
    write(written);
    editor.current?.focus();
  }

  return (
    <Step number={2} title={t("message")} hint={t("message_hint")}>
      <MessageEditor
        ref={editor}
        text={text}
        findings={findings}
        describedBy={saidId}
        onWrite={write}
        corner={!isRefused && <CopyButton text={text} label={t("copy_message")} onCopied={onCopied} />}
      />
      <div id={saidId} role="status" className="flex flex-col gap-3 empty:hidden">
        <FindingList findings={findings} onShow={show} onFix={put} />
        {corrected !== undefined && (
          <div className="flex flex-wrap items-center gap-2">
            <Button look="secondary" className="px-4 text-14" onClick={() => put(corrected)}>
              {t("put_in")}
            </Button>
            <span className="inline-flex items-center text-14 text-muted">
              {t("or_copy")}
              <CopyButton text={corrected} label={t("copy_corrected")} />
            </span>
          </div>
        )}
        {isRefused && <ReadFields parsed={parsed} />}
      </div>
    </Step>
  );
}
