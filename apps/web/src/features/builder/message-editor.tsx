import { useId, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Finding } from "./findings.ts";
import { MessageInk } from "./message-ink.tsx";

interface MessageEditorProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly findings: readonly Finding[];
  /** The id of what is said about the message. */
  readonly describedBy: string;
  readonly onWrite: (text: string) => void;
  /** Stands in the upper corner. */
  readonly corner: ReactNode;
}

/** The same letters in the same places, drawn and typed. A phone would zoom in on a text area with smaller ones. */
const LETTERS =
  "font-mono text-16 leading-6 tablet:text-14 tablet:leading-6 whitespace-pre-wrap [overflow-wrap:anywhere]";

/**
 * The message, to read and to edit: a text area whose letters are drawn behind it, in colours, with line numbers and with
 * the places that something is wrong with.
 */
export function MessageEditor({ ref, text, findings, describedBy, onWrite, corner }: MessageEditorProps) {
  const { t } = useTranslation("builder");
  const id = useId();
  const isWrong = findings.some(({ kind }) => kind === "problem");
  return (
    <div className="relative rounded-control border border-edge bg-page focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
      <label htmlFor={id} className="sr-only">
        {t("message")}
      </label>
      <div className="max-h-[32rem] overflow-y-auto rounded-control">
        <div className="relative">
          <div aria-hidden className={`min-h-60 py-2.5 ${LETTERS}`}>
            <MessageInk text={text} findings={findings} />
          </div>
          <textarea
            ref={ref}
            id={id}
            value={text}
            onChange={({ target }) => onWrite(target.value)}
            aria-invalid={isWrong || undefined}
            aria-describedby={describedBy}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            className={`absolute inset-0 block size-full resize-none overflow-hidden bg-transparent py-2.5 pr-11 pl-9 text-transparent tablet:pl-12 caret-ink outline-none selection:bg-accent/30 ${LETTERS}`}
          />
        </div>
      </div>
      <div className="absolute top-0.5 right-0.5 rounded-control bg-page">{corner}</div>
    </div>
  );
}
