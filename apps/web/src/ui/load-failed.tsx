import { CloudAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import { Empty } from "./empty.tsx";
import { useTrouble } from "./trouble.ts";

interface LoadFailedProps {
  /** Why it failed, if known. */
  readonly error?: unknown;
  readonly onRetry: () => void;
}

/** Shown in place of something that could not be loaded. */
export function LoadFailed({ error, onRetry }: LoadFailedProps) {
  const { t } = useTranslation("ui");
  const troubleOf = useTrouble();
  const { text, code } = error === undefined ? { text: t("load_failed_reason"), code: "not_loaded" } : troubleOf(error);
  return (
    <div role="alert">
      <Empty
        drawing={<CloudAlert aria-hidden className="size-8 text-error" />}
        title={t("load_failed")}
        reason={text}
        note={
          <>
            <code className="font-mono text-12">{code}</code>
            <a
              href="/faq#not_loaded"
              target="_blank"
              rel="noreferrer"
              className="-my-3 inline-flex min-h-11 items-center link"
            >
              {t("more_in_faq")}
            </a>
          </>
        }
        action={
          <Button look="secondary" onClick={onRetry}>
            {t("retry")}
          </Button>
        }
      />
    </div>
  );
}
