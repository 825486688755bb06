; The memory of lists in WebAssembly, where Numba's own functions for it are not available.
;
; Block sizes are powers of two; free blocks of a size form a list. A call begins with no block in
; use: no list outlives a call, and one that ends with an error does not free its lists. The
; logarithm of a block's size lies before it; a block begins at a multiple of 16 bytes.
;
;     Donald Knuth, "The Art of Computer Programming", volume 1, section 2.5, for rows of free blocks.

; Numba's header of an object: references, destructor, (unused), data, size.
%counted = type { i64, ptr, ptr, ptr, i64 }
@room = internal global [1048576 x i8] zeroinitializer, align 16
@used = internal global i64 0
@free = internal global [64 x ptr] zeroinitializer

declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.umax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @forget_all() {
  store i64 0, ptr @used
  call void @llvm.memset.p0.i64(ptr @free, i8 0, i64 256, i1 false)
  ret void
}

define internal i64 @log_of_block(i64 %size) {
  %last = add i64 %size, 15
  %zeros = call i64 @llvm.ctlz.i64(i64 %last, i1 false)
  %bits = sub i64 64, %zeros
  %enough = call i64 @llvm.umax.i64(i64 %bits, i64 5)
  ret i64 %enough
}

define internal ptr @allocate(i64 %size) {
  %bits = call i64 @log_of_block(i64 %size)
  %row = getelementptr ptr, ptr @free, i64 %bits
  %first = load ptr, ptr %row
  %none = icmp eq ptr %first, null
  br i1 %none, label %fresh, label %again
again:
  %next = load ptr, ptr %first
  store ptr %next, ptr %row
  ret ptr %first
fresh:
  %from = load i64, ptr @used
  %block = shl i64 1, %bits
  %to = add i64 %from, %block
  %full = icmp ugt i64 %to, 1048576
  br i1 %full, label %nothing, label %take
take:
  store i64 %to, ptr @used
  %head = getelementptr i8, ptr @room, i64 %from
  store i64 %bits, ptr %head
  %data = getelementptr i8, ptr %head, i64 16
  ret ptr %data
nothing:
  ret ptr null
}

define internal i64 @log_of(ptr %data) {
  %head = getelementptr i8, ptr %data, i64 -16
  %bits = load i64, ptr %head
  ret i64 %bits
}

define internal void @release(ptr %data) {
  %bits = call i64 @log_of(ptr %data)
  %row = getelementptr ptr, ptr @free, i64 %bits
  %next = load ptr, ptr %row
  store ptr %next, ptr %data
  store ptr %data, ptr %row
  ret void
}

define ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr %end) {
  %data = call ptr @allocate(i64 %size)
  %counted = call ptr @allocate(i64 ptrtoint (ptr getelementptr (%counted, ptr null, i64 1) to i64))
  %no_data = icmp eq ptr %data, null
  %no_record = icmp eq ptr %counted, null
  %failed = or i1 %no_data, %no_record
  br i1 %failed, label %nothing, label %made
made:
  store %counted { i64 1, ptr null, ptr null, ptr null, i64 0 }, ptr %counted
  %place_of_end = getelementptr %counted, ptr %counted, i64 0, i32 1
  store ptr %end, ptr %place_of_end
  %place_of_data = getelementptr %counted, ptr %counted, i64 0, i32 3
  store ptr %data, ptr %place_of_data
  %place_of_size = getelementptr %counted, ptr %counted, i64 0, i32 4
  store i64 %size, ptr %place_of_size
  ret ptr %counted
nothing:
  ret ptr null
}

define ptr @NRT_MemInfo_new_varsize(i64 %size) {
  %counted = call ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr null)
  ret ptr %counted
}

define ptr @NRT_MemInfo_varsize_realloc(ptr %counted, i64 %size) {
  %place_of_size = getelementptr %counted, ptr %counted, i64 0, i32 4
  %place_of_data = getelementptr %counted, ptr %counted, i64 0, i32 3
  %data = load ptr, ptr %place_of_data
  %have = call i64 @log_of(ptr %data)
  %want = call i64 @log_of_block(i64 %size)
  %fits = icmp ule i64 %want, %have
  br i1 %fits, label %same, label %grow
same:
  store i64 %size, ptr %place_of_size
  ret ptr %data
grow:
  %larger = call ptr @allocate(i64 %size)
  %full = icmp eq ptr %larger, null
  br i1 %full, label %nothing, label %move
move:
  %block = shl i64 1, %have
  %bytes = sub i64 %block, 16
  call void @llvm.memcpy.p0.p0.i64(ptr %larger, ptr %data, i64 %bytes, i1 false)
  call void @release(ptr %data)
  store ptr %larger, ptr %place_of_data
  store i64 %size, ptr %place_of_size
  ret ptr %larger
nothing:
  ret ptr null
}

define ptr @NRT_MemInfo_data_fast(ptr %counted) {
  %place = getelementptr %counted, ptr %counted, i64 0, i32 3
  %data = load ptr, ptr %place
  ret ptr %data
}

define void @NRT_incref(ptr %counted) {
  %none = icmp eq ptr %counted, null
  br i1 %none, label %done, label %add
add:
  %before = load i64, ptr %counted
  %after = add i64 %before, 1
  store i64 %after, ptr %counted
  br label %done
done:
  ret void
}

define void @NRT_decref(ptr %counted) {
  %none = icmp eq ptr %counted, null
  br i1 %none, label %done, label %subtract
subtract:
  %before = load i64, ptr %counted
  %after = sub i64 %before, 1
  store i64 %after, ptr %counted
  %last = icmp eq i64 %after, 0
  br i1 %last, label %end, label %done
end:
  call void @NRT_MemInfo_call_dtor(ptr %counted)
  br label %done
done:
  ret void
}

define void @NRT_MemInfo_call_dtor(ptr %counted) {
  %place_of_end = getelementptr %counted, ptr %counted, i64 0, i32 1
  %end = load ptr, ptr %place_of_end
  %place_of_data = getelementptr %counted, ptr %counted, i64 0, i32 3
  %data = load ptr, ptr %place_of_data
  %plain = icmp eq ptr %end, null
  br i1 %plain, label %last, label %first
first:
  call void %end(ptr %data)
  br label %last
last:
  call void @release(ptr %data)
  call void @release(ptr %counted)
  ret void
}

; LLVM calls this to multiply numbers of 128 bits, when it checks whether a product of two words
; fits into one. It multiplies halves of words. On other machines a library has it.
define hidden void @__multi3(ptr %out, i64 %a, i64 %a.high, i64 %b, i64 %b.high)
    noinline optnone {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %p00.high = lshr i64 %p00, 32
  %p01.low = and i64 %p01, 4294967295
  %p10.low = and i64 %p10, 4294967295
  %sum = add i64 %p00.high, %p01.low
  %middle = add i64 %sum, %p10.low
  %p00.low = and i64 %p00, 4294967295
  %middle.low = shl i64 %middle, 32
  %low = or i64 %p00.low, %middle.low
  %p01.high = lshr i64 %p01, 32
  %p10.high = lshr i64 %p10, 32
  %middle.high = lshr i64 %middle, 32
  %high.1 = add i64 %p11, %p01.high
  %high.2 = add i64 %high.1, %p10.high
  %high.3 = add i64 %high.2, %middle.high
  %cross.1 = mul i64 %a, %b.high
  %cross.2 = mul i64 %a.high, %b
  %high.4 = add i64 %high.3, %cross.1
  %high = add i64 %high.4, %cross.2
  store i64 %low, ptr %out
  %place = getelementptr i8, ptr %out, i64 8
  store i64 %high, ptr %place
  ret void
}
