ALTER TABLE "alerts" ADD COLUMN "received_at_database" bigint;--> statement-breakpoint
CREATE INDEX "alerts_of_chat" ON "alerts" USING btree ("chat_id","seq");