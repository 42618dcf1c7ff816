-- overlap: yes
CREATE INDEX "grants_member" ON "grants" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "grants_product_newest" ON "grants" USING btree ("product_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "lecture_completions_lecture" ON "lecture_completions" USING btree ("lecture_id","member_id");