; Numba's functions for the memory of lists, without its atomic counts: no list leaves the call that
; made it, so only one thread uses it. `heap.ll` and `wasm.ll` have the memory itself.
;
; Block sizes are powers of two. The logarithm of a block's size lies before it; a block begins at a
; multiple of 16 bytes.

; Numba's header of an object: references, destructor, (unused), data, size.
%counted = type { i64, ptr, ptr, ptr, i64 }

declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.umax.i64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal i64 @log_of_block(i64 %size) {
  %last = add i64 %size, 15
  %zeros = call i64 @llvm.ctlz.i64(i64 %last, i1 false)
  %bits = sub i64 64, %zeros
  %enough = call i64 @llvm.umax.i64(i64 %bits, i64 5)
  ret i64 %enough
}

define internal i64 @log_of(ptr %data) {
  %head = getelementptr i8, ptr %data, i64 -16
  %bits = load i64, ptr %head
  ret i64 %bits
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
