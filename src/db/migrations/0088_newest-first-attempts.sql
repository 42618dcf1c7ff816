-- overlap: yes
CREATE INDEX "exam_attempts_newest_first" ON "exam_attempts" USING btree ("course_id","created_at" desc) WHERE "exam_attempts"."is_first";