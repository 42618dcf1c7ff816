import { z } from 'zod'

export const UncommonKind = z.enum(['audio', 'text']).optional().describe('What the lecture is; missing for a video.')

export const ReadingMinutes = z.int().optional().describe('How long its text takes to read; missing without text.')
