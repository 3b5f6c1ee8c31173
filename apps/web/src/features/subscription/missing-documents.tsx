import type { AskedDocument } from "@chartrelay/contract";
import { FileCheck } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../core/thunk.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { Button } from "../../ui/button.tsx";
import { acceptDocuments } from "./api.ts";
import { DocumentChecks } from "./document-checks.tsx";

/** Asks for consents that are missing: from a user who signed up without documents, or after one has changed. */
export function MissingDocuments({ given }: { readonly given: readonly AskedDocument[] }) {
  const { t } = useTranslation("checkout");
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const [missing, setMissing] = useState(given);
  const [ticked, setTicked] = useState<ReadonlySet<AskedDocument>>(new Set());
  const [isBusy, setIsBusy] = useState(false);

  async function accept(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    try {
      await dispatch(acceptDocuments(missing, "profile"));
      setMissing([]);
    } catch (error) {
      complain(t("documents_not_accepted"), error, "documents");
    }
    setIsBusy(false);
  }

  if (missing.length === 0) return null;
  return (
    <form aria-label={t("documents_missing")} onSubmit={(event) => void accept(event)} className="card p-5">
      <h2 className="flex items-center gap-3 text-18 font-semibold">
        <FileCheck aria-hidden className="size-6 shrink-0 text-warning" />
        {t("documents_missing")}
      </h2>
      <p className="mt-1 text-14 text-muted">{t("documents_missing_text")}</p>
      <div className="mt-3">
        <DocumentChecks
          documents={missing}
          ticked={ticked}
          onTick={(document, isTicked) => {
            const others = [...ticked].filter((each) => each !== document);
            setTicked(new Set(isTicked ? [...others, document] : others));
          }}
        />
      </div>
      <Button
        type="submit"
        isBusy={isBusy}
        disabled={!missing.every((document) => ticked.has(document))}
        className="mt-3 px-4 text-14"
      >
        {t("documents_accept")}
      </Button>
    </form>
  );
}
